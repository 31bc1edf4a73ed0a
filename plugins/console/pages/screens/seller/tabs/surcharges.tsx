export default function Surcharges(_: { code: string }) {
  return null
}
