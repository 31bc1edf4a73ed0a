export default function Campaigns(_: { code: string }) {
  return null
}
