import type { ReactNode } from 'react'
import type { Permission } from '../api/me.ts'

/** What the service answers to a deed. */
export type Answer = Record<string, unknown>

/** Something that can be done with a record: what it means, and what is asked for before it is done. */
export interface Action {
  means: string | ((row: Row) => string)
  /** What it asks for has to be said. */
  mustSay?: boolean
  /** Default: what the kind is written with. */
  needs?: Permission
  /** Default: post. */
  method?: 'post' | 'patch' | 'delete'
  /** Behind the address of the record. */
  at?: string
  /** The name of its body in the OpenAPI description, the fields of it that are asked for, and what is sent besides. */
  body?: string
  asks?: string[]
  sends?: (row: Row) => object
  /** Whether this person can do it with the record as it stands; always where it says nothing. */
  when?: (row: Row, userId: number) => boolean
  /** It is tried first, and this says what it would do. */
  tries?: (answer: Answer) => string
  /** It is sent to the list, and the answer is of another record, which is shown. */
  opens?: boolean
  /** It is what the page is for. */
  isMain?: boolean
  /** It can’t be undone, as a delete. */
  isGrave?: boolean
  /** It delivers an event, and the answer is of the attempt that came of it. */
  delivers?: boolean
  /** What is said once it is done. Default: “Done.” */
  done?: (row: Row) => string
  /** What of the answer is shown once, and what it is for. */
  secret?: (answer: Answer) => string
  secretSays?: string
}

/** All that a list needs. */
export interface ListKind {
  /** The operation that lists it. */
  list: string
  /** It is asked for again after so long. */
  everyMs?: number
  /** It takes neither pages nor filters. */
  isWhole?: boolean
  /** What one is known by where it has no id. */
  key?: string
  /** What is asked for where nothing else is chosen. */
  asked?: Record<string, string>
  /** The name of one of it in the OpenAPI description: its labels, and the values that it can be narrowed to. */
  shape: string
  columns: string[]
  /** What a field is called where that is not its label. */
  labels?: Record<string, string>
  /** What stands below the first column. */
  below?: (row: Row) => string
  /** What stands in a column where that is not the value of its field, as text or as it looks. */
  says?: Record<string, (row: Row) => string>
  shows?: Record<string, (row: Row) => ReactNode>
  /** A field whose value opens a page of its own instead of the drawer. */
  page?: {
    to: '/sellers/$code' | '/appeals/$id' | '/webhooks/$id' | '/corrections/$id' | '/rules/drafts/$id'
    by: string
    search?: object
  }
  path?: string
  one?: string
  /** What makes the first one, where no button of its page does. */
  begins?: string
  /** What comes next once one was made. */
  made?: string
}

/** All that a simple record needs to have a list, a detail and forms. */
export interface RecordKind extends ListKind {
  /** Where its page is: `/records/warehouses`. */
  path: string
  many: string
  one: string
  /** What there is to know of all of them. */
  about?: string
  /** The page that leads to it, by its name; else the settings. */
  within?: { to: '/rules'; name: string }
  reads: Permission
  writes: Permission
  single: string
  /** One of it can’t be asked for: it is looked up in the list. */
  isListOnly?: boolean
  /** What one is called. */
  title: (row: Row) => string
  /** The names in the OpenAPI description of the bodies that create and change it, and where a create goes. */
  create?: string | false
  update?: string | false
  createAt?: string
  /** The fields of a create that are asked for; all where they are not named. */
  createAsks?: string[]
  /** Those of them that are needed here, though the service can do without. */
  createNeeds?: string[]
  /** What a create sends besides, and what its button says. */
  createSends?: object
  createLabel?: string
  /** What else can be done with one, by the button that does it. */
  actions?: Record<string, Action>
  /** Fields that no form and no detail shows: the service fills them in, or they are for programs. */
  hides?: string[]
  /** What the list can be narrowed to: a parameter of the operation, and the field that it is about. */
  filters?: Record<string, string>
  hasSearch?: boolean
  /** What of the answer to a create is shown once: the secret of a key. */
  secret?: (answer: Answer) => string
  /** Where it stands in the settings, and what it is there for; others are in the menu. */
  setting?: { group: SettingGroup; says: string }
}

export const SETTING_GROUPS = ['People', 'Places', 'Data', 'Connections', 'Trust'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

const NAMING = ['name', 'full_name', 'campaign_name', 'company_name', 'url', 'period', 'username'] as const

/** What a record is called: its name, else its company’s, else what else stands for it. */
export const titleOf = (row: Record<string, unknown>, otherwise = 'No name') =>
  String(NAMING.map((field) => row[field]).find(Boolean) ?? otherwise)

const CODES = ['seller_code', 'code', 'employee_code', 'campaign_code'] as const

/** Its name with the code that others know it by: `Kite Tools B.V., S-1002`. */
export const withCode = (row: Record<string, unknown>) =>
  [titleOf(row), CODES.map((field) => row[field]).find(Boolean)].filter(Boolean).join(', ')

export type Row = Record<string, unknown> & { id: number | string }
