import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** The browser’s Back closes what lies over the page before it leaves the page. */
export const useBackCloses = (isOpen: boolean, onClose: () => void) =>
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const closes = isOpen && action === 'BACK'
      if (closes) onClose()
      return closes
    },
    enableBeforeUnload: false,
  })

/**
 * The keyboard is where it was before this opened, once it has gone: what is mounted open leaves it nowhere. What was
 * pressed may be gone with what it did: then it is at the heading of the page.
 */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      for (const one of [document.querySelector('h1'), before])
        (one as HTMLElement | null)?.focus({ preventScroll: true })
    },
    [before],
  )
}
