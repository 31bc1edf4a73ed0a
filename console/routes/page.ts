import type { ComponentType } from 'preact'
import type { Answer } from '../api/types.ts'
import type { Me } from '../parts/me.ts'

export type Permission = Answer<'GET', '/api/console/context'>['permissions'][number]

/** A page of the console. */
export interface Page {
  /** Without `/console`: `/sellers/:code`. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  /** Who holds one of these sees the page. */
  permissions?: Permission[]
  /** The page asks for the same at once; started here it comes beside the page's script. `query` is the address's. */
  reads?: (names: Record<string, string>, query: Record<string, string>) => void
  /** The entry in the menu; pages without one are led to by others. */
  menu?: {
    section: 'month' | 'sellers' | 'setup' | 'admin'
    label: string
    icon: string
    key?: string
    /** Where it leads, for a path with names in it; undefined: it is not for this person. */
    to?: (me: Me) => string | undefined
  }
}

/** A page by its path, who holds one of which permissions sees it (undefined: everybody), and its script. */
export const page = (
  path: string,
  permissions: Permission | Permission[] | undefined,
  load: Page['load'],
  more: Pick<Page, 'reads' | 'menu'> = {},
): Page => ({ path, load, permissions: permissions && [permissions].flat(), ...more })
