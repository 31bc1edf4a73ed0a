import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The width of an element in CSS pixels, kept up to date: charts draw in these, so that their text stays readable. */
export function useWidth<Element extends HTMLElement>(first = 640) {
  const element = useRef<Element>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    if (!element.current) return
    setWidth(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
