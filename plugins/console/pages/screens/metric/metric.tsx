export default function Metric() {
  return null
}
