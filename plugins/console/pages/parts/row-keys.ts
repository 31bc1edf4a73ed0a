import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { isTyping, singleKeys } from './keys.ts'

/** `j` and `k` move along the rows of a table, Enter opens, `x` selects: as long as nobody types. */
export function useRowKeys(
  body: RefObject<HTMLElement>,
  { open, select }: { open: (index: number) => void; select: (index: number) => void },
) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const rows = [...(body.current?.children ?? [])] as HTMLElement[]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      if (isTyping(event) || document.querySelector('dialog[open]')) return
      if (event.key === 'Enter' && at >= 0) return open(at)
      if (!singleKeys.get()) return
      if (event.key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.focus()
      if (event.key === 'k') rows[Math.max(at - 1, 0)]?.focus()
      if (event.key === 'x' && at >= 0) select(at)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
