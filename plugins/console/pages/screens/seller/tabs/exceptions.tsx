export default function Exceptions(_: { code: string }) {
  return null
}
