import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Page } from '../../routes/page.ts'
import { common } from '../../words/common.ts'
import { Dialog } from '../forms/dialog.tsx'
import { Icon } from '../icon.tsx'
import { Link, useGo } from '../link.tsx'
import { useMe } from '../me.ts'
import { AccountMenu } from './account-menu.tsx'
import { useControlKey, useShortcuts } from './keys.ts'
import { Logo } from './logo.tsx'
import { homeOf, menuOf, Nav } from './nav.tsx'
import { Palette } from './palette.tsx'
import { PeriodPicker } from './period-picker.tsx'

/** What stands around every page: the menu, the month, the search, who I am. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState<'menu' | 'palette' | 'keys' | null>(null)
  const me = useMe()
  const go = useGo()
  const close = () => setOpen(null)
  const pages = menuOf(me)
  useShortcuts({
    '?': () => setOpen('keys'),
    '/': () => setOpen('palette'),
    ...Object.fromEntries(
      pages.flatMap(({ path, menu }) => (menu?.key ? [[`g ${menu.key}`, () => go(path)]] : [])),
    ),
  })
  useControlKey('k', () => setOpen('palette'))
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <section class="side" aria-label={common.service}>
        <Link to={homeOf(me) ?? '/'} class="brand">
          <Logo />
          <span>{common.service}</span>
        </Link>
        <Nav />
      </section>
      <header class="top">
        <button
          type="button"
          class="icon-button only-narrow"
          aria-haspopup="dialog"
          aria-label="Open the menu"
          onClick={() => setOpen('menu')}
        >
          <Icon name="menu" />
        </button>
        <PeriodPicker />
        <button
          type="button"
          class="search-button"
          aria-haspopup="dialog"
          aria-label={`${common.search} Ctrl K`}
          onClick={() => setOpen('palette')}
        >
          <Icon name="search" />
          <span>{common.search}</span> <kbd>Ctrl K</kbd>
        </button>
        <AccountMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Dialog title={common.service} open={open === 'menu'} onClose={close} form="side">
        <Nav onChoose={close} />
      </Dialog>
      <Dialog title={common.shortcuts} open={open === 'keys'} onClose={close}>
        <ShortcutList pages={pages} />
      </Dialog>
      {open === 'palette' && <Palette onClose={close} />}
    </div>
  )
}

/** The keys that do something. */
const ShortcutList = ({ pages }: { pages: Page[] }) => (
  <dl class="shortcuts">
    {[
      ['Ctrl K', common.search],
      ...pages.flatMap(({ menu }) => (menu?.key ? [[`g ${menu.key}`, menu.label]] : [])),
      ['j k', 'Next or previous row'],
      ['Enter', 'Open the row'],
      ['x', 'Select the row'],
      ['?', common.shortcuts],
    ].map(([keys = '', what]) => (
      <div key={keys}>
        <dt>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)
