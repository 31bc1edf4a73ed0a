export default function Record(_: { code: string }) {
  return null
}
