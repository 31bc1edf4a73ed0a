import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { common } from '../words/common.ts'
import { AccountMenu } from './account-menu.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { useControlKey, useShortcuts } from './keys.ts'
import { later } from './later.tsx'
import { Link, useGo } from './link.tsx'
import { Logo } from './logo.tsx'
import { useMe } from './me.ts'
import { homeOf, menuOf, Nav } from './nav.tsx'
import { PeriodPicker } from './period-picker.tsx'

const Palette = later(() => import('./palette.tsx').then((module) => module.Palette))
const ShortcutList = later(() => import('./shortcut-list.tsx').then((module) => module.ShortcutList))

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
        {common.skip}
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
          aria-label={common.openMenu}
          onClick={() => setOpen('menu')}
        >
          <Icon name="menu" />
        </button>
        <PeriodPicker />
        <button
          type="button"
          class="search-button"
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
