export default function Sellers() {
  return null
}
