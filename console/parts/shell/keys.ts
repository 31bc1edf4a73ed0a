import { useEffect, useRef } from 'preact/hooks'
import { createStore } from '../../api/store.ts'

const OFF = 'sos.single-keys'

/** Whether keys without Ctrl do something: WCAG 2.1.4 wants a way to switch them off. */
export const singleKeys = createStore(localStorage.getItem(OFF) !== 'off')

export function setSingleKeys(on: boolean) {
  localStorage.setItem(OFF, on ? 'on' : 'off')
  singleKeys.set(on)
}

/** Whether a key belongs to a field or to a shortcut of the browser. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.matches('input, textarea, select, [contenteditable]'))

/** Shortcuts of one key, or of two in a row such as `g o`. */
export function useShortcuts(shortcuts: Record<string, () => void>) {
  const before = useRef('')
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (isTyping(event) || !singleKeys.get() || document.querySelector('dialog[open]')) return
      const action = shortcuts[`${before.current} ${event.key}`] ?? shortcuts[event.key]
      before.current = event.key
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** A key with Ctrl (or Cmd), also while somebody types. */
export function useControlKey(key: string, action: () => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== key) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
