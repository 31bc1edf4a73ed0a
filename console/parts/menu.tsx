import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'

export interface MenuItem {
  label: string
  icon?: string
  onChoose: () => void
  /** It opens a dialog, and its markup says so. */
  asks?: boolean
  disabled?: boolean
}

interface Props {
  /** The name of the button. */
  label: string
  /** Those that are false are left out. */
  items: (MenuItem | false)[]
  /** What the button shows instead of three dots. */
  children?: ComponentChildren
  class?: string
}

/** A button that opens a list of actions, on the browser's popover: Escape and a click outside close it. */
export function Menu({ label, items, children, class: style = 'icon-button' }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  function place(event: { newState: string }) {
    if (event.newState !== 'open' || !button.current || !list.current) return
    const { bottom, top, right } = button.current.getBoundingClientRect()
    const { offsetHeight, offsetWidth } = list.current
    const below = bottom + offsetHeight + 8 < innerHeight
    list.current.style.top = `${below ? bottom + 4 : Math.max(8, top - offsetHeight - 4)}px`
    list.current.style.left = `${Math.max(8, Math.min(right - offsetWidth, innerWidth - offsetWidth - 8))}px`
    list.current.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus()
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || !list.current) return
    event.preventDefault()
    const all = [...list.current.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all.at((at + step + all.length) % all.length)?.focus()
  }

  function choose(item: MenuItem) {
    list.current?.hidePopover()
    button.current?.focus()
    item.onChoose()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class={style}
        aria-label={label}
        aria-haspopup="menu"
        popovertarget={id}
      >
        {children ?? <Icon name="more" />}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={place}
        onKeyDown={move}
      >
        {items
          .filter((item) => item !== false)
          .map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              disabled={item.disabled}
              aria-haspopup={item.asks && 'dialog'}
              onClick={() => choose(item)}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
      </div>
    </>
  )
}
