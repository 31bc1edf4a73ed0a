import { Drawer, FocusTrap, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useMay } from '../api/me.ts'
import { useFocusBack } from '../ui/back.ts'
import { isDeedUnderWay, say } from '../ui/dialog.tsx'
import { sentenceCase } from '../ui/format.ts'
import { named } from '../ui/names.ts'
import { Asked } from '../ui/page.tsx'
import { Secret } from '../ui/secret.tsx'
import { State } from '../ui/status.tsx'
import { Actions } from './actions.tsx'
import { create, oneOf, update, useFields } from './calls.ts'
import { Details } from './details.tsx'
import type { RecordKind, Row } from './kind.ts'
import { RecordForm } from './record-form.tsx'

/** What a detail has beside its fields. */
const OWN: Record<string, ComponentType<{ row: Row }>> = {
  audit: lazy(() => import('../screens/audit/change.tsx')),
  feeds: lazy(() => import('../screens/feeds/months.tsx')),
  campaigns: lazy(() => import('../screens/campaigns/results.tsx')),
}

interface RecordDrawerProps {
  kind: RecordKind
  /** The id of what is open, or `new`. */
  open?: string
  /** What is done with a new one. Default: the drawer closes. */
  onOpen?: (id: string) => void
  onClose: () => void
}

export default function RecordDrawer({ kind, open, onClose, onOpen = onClose }: RecordDrawerProps) {
  const isNew = open === 'new'
  useFocusBack()
  const [isAsked, setAsked] = useState(false)
  return (
    <Drawer
      opened={open !== undefined}
      onClose={() => isDeedUnderWay() || onClose()}
      closeOnEscape={!isAsked}
      closeOnClickOutside={!isAsked}
      title={isNew ? `New ${kind.one}` : sentenceCase(kind.one)}
    >
      {isNew && kind.create && (
        <NewRecord kind={kind} body={kind.create} onAsk={setAsked} onDone={onOpen} onCancel={onClose} />
      )}
      {!isNew && <FocusTrap.InitialFocus />}
      {open && !isNew && <OneRecord key={open} kind={kind} id={open} onAsk={setAsked} onClose={onClose} />}
    </Drawer>
  )
}

interface NewRecordProps {
  kind: RecordKind
  body: string
  /** While a secret is shown, the drawer goes by its buttons alone. */
  onAsk: (isAsked: boolean) => void
  onDone: (id: string) => void
  onCancel: () => void
}

function NewRecord({ kind, body, onAsk, onDone, onCancel }: NewRecordProps) {
  const [secret, setSecret] = useState<{ id: string; text: string }>()
  useEffect(() => {
    onAsk(secret !== undefined)
    return () => onAsk(false)
  }, [secret, onAsk])
  if (secret) return <Secret text={secret.text} onDone={() => onDone(secret.id)} />
  return (
    <RecordForm
      kind={kind}
      body={body}
      asks={kind.createAsks}
      refine={(field) => ({
        ...field,
        isRequired: field.isRequired || kind.createNeeds?.includes(field.name) === true,
      })}
      onCancel={onCancel}
      label={kind.createLabel ?? `Create ${kind.one}`}
      send={(values) => create(kind, values)}
      then={(answer) => {
        const id = String(answer.id)
        say(`${sentenceCase(kind.one)} created.${kind.made ? ` ${kind.made}` : ''}`)
        for (const warning of (answer.warnings ?? []) as string[])
          say(sentenceCase(named(warning)), { color: 'yellow' })
        if (kind.secret) setSecret({ id, text: kind.secret(answer) })
        else onDone(id)
      }}
    />
  )
}

interface OneRecordProps {
  kind: RecordKind
  id: string
  onAsk: (isAsked: boolean) => void
  onClose: () => void
}

function OneRecord({ kind, id, onAsk, onClose }: OneRecordProps) {
  const found = useQuery(oneOf(kind, id))
  const body = (useMay(kind.writes) && kind.update) || undefined
  // What is pressed does not move away because something above it comes later.
  const fields = useFields(body)
  // A change asks in the order of a new one, and marks what that needs.
  const made = useFields((body && kind.create) || undefined)
  const Own = OWN[kind.path]
  if (!fields.data || !made.data) return <Asked query={fields.data ? made : fields}>{() => null}</Asked>
  const names = [...made.data, ...fields.data].map(({ name }) => name)
  return (
    <Asked query={found}>
      {({ row, version }) => (
        <Stack gap="xl">
          <Title order={3}>
            {kind.title(row)} {typeof row.status === 'string' && <State state={row.status} />}
          </Title>
          {body && (
            <RecordForm
              kind={kind}
              body={body}
              asks={[...new Set(names)].filter((name) => !kind.hides?.includes(name))}
              refine={(field) => ({
                ...field,
                isMarked: made.data.some(({ name, isRequired }) => name === field.name && isRequired),
              })}
              initial={row}
              label="Save"
              send={(values) => update(kind, id, version, values)}
              then={() => say('Saved.')}
            />
          )}
          <Actions kind={kind} row={row} onAsk={onAsk} onEnded={onClose} />
          <Details kind={kind} row={row} without={body} />
          {Own && (
            <Suspense>
              <Own row={row} />
            </Suspense>
          )}
        </Stack>
      )}
    </Asked>
  )
}
