import type { Me, Permission } from '../api/me.ts'
import { RECORDS } from './declared.ts'
import type { SettingGroup } from './kind.ts'

interface Entry {
  group: SettingGroup
  many: string
  says: string
  /** Who holds it sees the entry; everybody where there is none. */
  reads?: Permission
  to: string
}

const ENTRIES: Entry[] = [
  ...RECORDS.flatMap(({ setting, many, reads, path }) =>
    setting ? { ...setting, many, reads, to: `/records/${path}` } : [],
  ),
  {
    group: 'Trust',
    many: 'Model audit',
    says: 'Whether the score is fair, steady and right',
    reads: 'model.read',
    to: '/model',
  },
  { group: 'Trust', many: 'Proof', says: 'Check a certificate', to: '/proof' },
]

/** The settings that somebody may see. */
export const settingsOf = ({ permissions }: Me) =>
  ENTRIES.filter(({ reads }) => !reads || permissions.includes(reads))
