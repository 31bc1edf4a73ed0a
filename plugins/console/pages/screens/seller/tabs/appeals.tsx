export default function Appeals(_: { code: string }) {
  return null
}
