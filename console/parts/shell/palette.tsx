import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { common } from '../../words/common.ts'
import { Icon } from '../icon.tsx'
import { useGo } from '../link.tsx'
import { useMe } from '../me.ts'
import { sellerPath } from '../seller-link.tsx'
import { Text } from '../text.tsx'
import { useSettled } from '../use-settled.ts'
import { menuOf } from './nav.tsx'

interface Choice {
  label: string
  about?: string
  icon: string
  to: string
}

/** Goes anywhere by typing: pages, and sellers by code or name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close() // only then the focus returns
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      ref={element}
      class="palette"
      aria-label={common.search}
      onCancel={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <Choices onClose={onClose} />
    </dialog>
  )
}

const MOST = 8

function Choices({ onClose }: { onClose: () => void }) {
  const [typed, type] = useState('')
  const [at, setAt] = useState(0)
  const settled = useSettled(typed, 120)
  const me = useMe()
  const go = useGo()
  const id = useId()
  const mayFind = me.may('sellers.read')
  const found = useRead(
    '/api/sellers',
    { query: { search: settled, limit: MOST } },
    { enabled: mayFind && settled.trim().length > 0, keep: true },
  )
  const pages = menuOf(me)
    .map(({ path, menu }) => ({ label: menu?.label ?? '', icon: menu?.icon ?? '', to: path }))
    .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const sellers = typed.trim() ? (found.data?.data ?? []) : []
  const choices: Choice[] = [
    ...pages,
    ...sellers.map(({ seller_code, company_name }) => ({
      label: company_name,
      about: seller_code,
      icon: 'sellers',
      to: sellerPath(seller_code),
    })),
  ]
  const chosen = Math.min(at, choices.length - 1)

  function choose(choice: Choice | undefined) {
    if (!choice) return
    onClose()
    go(choice.to)
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(choices.length - 1, chosen + step)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(choices[chosen])
    }
  }
  return (
    <>
      <div class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={common.search}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={choices[chosen] ? `${id}-${chosen}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={mayFind ? 'A page, or a seller’s code or name' : 'A page'}
          value={typed}
          onInput={(event) => {
            type(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div class="palette-list" id={id} role="listbox" aria-label={common.search}>
        {choices.map(({ label, about, icon, to }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={`${icon} ${to}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => choose(choices[index])}
          >
            <Icon name={icon} />
            <Text class="palette-label">{label}</Text>
            {about && <span class="faint mono">{about}</span>}
          </div>
        ))}
      </div>
      {choices.length === 0 && <p class="palette-none faint">Nothing found.</p>}
    </>
  )
}
