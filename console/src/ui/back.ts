import { useBlocker } from '@tanstack/react-router'

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
