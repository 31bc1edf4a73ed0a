import { useEffect, useState } from 'preact/hooks'
import { createStore } from '../../../api/store.ts'
import { isSame } from '../../../logic/rules/record-diff.ts'
import { type Fields, ownFields, type RuleRecord } from '../rule.ts'

/** The first and last month of a record. */
export interface Dates {
  effective_from: string
  effective_to: string | null
}

/** A record that is edited: what is saved, what the form says, and how they differ. */
export interface RuleForm {
  saved: Fields
  fields: Fields
  dates: Dates
  set: (name: string, value: unknown) => void
  /** Changes a field as it is by then. */
  edit: (name: string, change: (value: unknown) => unknown) => void
  setDates: (dates: Dates) => void
  /** Puts all fields at once, such as those of an older version. */
  fill: (fields: Fields, dates?: Dates) => void
  reset: () => void
  /** Tells that a field holds no value that could be sent. */
  setWrong: (name: string, wrong: boolean) => void
  isWrong: boolean
  /** What a PUT of the record sends: the fields that differ. */
  changes: Fields
  /** Whether the fields differ: dates do not move scores of the month. */
  hasNewFields: boolean
  isChanged: boolean
}

const datesOf = ({ effective_from, effective_to }: Dates): Dates => ({ effective_from, effective_to })

/** The form of a record. It stays as it is while newer versions of the record are read. */
export function useRuleForm(record: RuleRecord): RuleForm {
  const saved = ownFields(record)
  const [fields, setFields] = useState(saved)
  const [dates, setDates] = useState(datesOf(record))
  const [wrong, setWrongOnes] = useState<ReadonlySet<string>>(new Set())
  const newFields = Object.entries(fields).filter(([name, value]) => !isSame(value, saved[name]))
  const newDates = Object.entries(dates).filter(([name, value]) => record[name] !== value)
  const isChanged = newFields.length + newDates.length > 0
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  return {
    saved,
    fields,
    dates,
    set: (name, value) => setFields((now) => ({ ...now, [name]: value })),
    edit: (name, change) => setFields((now) => ({ ...now, [name]: change(now[name]) })),
    setDates,
    fill(next, nextDates) {
      setFields(next)
      if (nextDates) setDates(datesOf(nextDates))
    },
    reset() {
      setFields(saved)
      setDates(datesOf(record))
    },
    setWrong: (name, isNow) =>
      setWrongOnes((now) => {
        if (now.has(name) === isNow) return now
        const next = new Set(now)
        if (!next.delete(name)) next.add(name)
        return next
      }),
    isWrong: wrong.size > 0,
    changes: Object.fromEntries([...newFields, ...newDates]),
    hasNewFields: newFields.length > 0,
    isChanged,
  }
}

/** How the list of versions puts an older one into the form that is open. */
export const fillStore = createStore<((fields: Fields, version: number) => void) | null>(null)
