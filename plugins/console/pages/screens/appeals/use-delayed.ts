import { useEffect, useState } from 'preact/hooks'

/** A value, once it has stood still for so many milliseconds. */
export function useDelayed<T>(value: T, ms: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
