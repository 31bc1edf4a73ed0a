import { Drawer, FocusTrap, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { refresh } from '../api/client.ts'
import { useMay } from '../api/me.ts'
import { Asked } from '../ui/asked.tsx'
import { sentenceCase } from '../ui/names.ts'
import { Secret } from '../ui/secret.tsx'
import { Actions } from './actions.tsx'
import { create, oneOf, update } from './calls.ts'
import type { Action, RecordKind } from './declared.ts'
import { Details } from './details.tsx'
import { RecordForm } from './record-form.tsx'
import { type Row, titleOf } from './row.ts'

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
  onOpen: (id: string) => void
  onClose: () => void
}

export default function RecordDrawer({ kind, open, onOpen, onClose }: RecordDrawerProps) {
  const isNew = open === 'new'
  const [deed, setDeed] = useState<Action>()
  return (
    <Drawer
      opened={open !== undefined}
      onClose={onClose}
      closeOnEscape={!deed}
      title={isNew ? `New ${kind.one}` : sentenceCase(kind.one)}
      key={kind.path}
    >
      {isNew && kind.create && <NewRecord kind={kind} body={kind.create} onDone={onOpen} />}
      {!isNew && <FocusTrap.InitialFocus />}
      {open && !isNew && (
        <OneRecord key={open} kind={kind} id={open} deed={deed} onDeed={setDeed} onClose={onClose} />
      )}
    </Drawer>
  )
}

function NewRecord({ kind, body, onDone }: { kind: RecordKind; body: string; onDone: (id: string) => void }) {
  const [secret, setSecret] = useState<{ id: string; text: string }>()
  if (secret) return <Secret text={secret.text} onDone={() => onDone(secret.id)} />
  const send = async (values: object) => {
    const answer = await create(kind, { ...kind.createSends, ...values })
    await refresh()
    notifications.show({ color: 'green', message: `${sentenceCase(kind.one)} created.` })
    if (kind.secret) setSecret({ id: String(answer.id), text: String(answer[kind.secret]) })
    else onDone(String(answer.id))
  }
  return (
    <RecordForm
      kind={kind}
      body={body}
      asks={kind.createAsks}
      label={kind.createLabel ?? `Create ${kind.one}`}
      send={send}
    />
  )
}

interface OneRecordProps {
  kind: RecordKind
  id: string
  deed?: Action
  onDeed: (deed?: Action) => void
  onClose: () => void
}

function OneRecord({ kind, id, deed, onDeed, onClose }: OneRecordProps) {
  const found = useQuery(oneOf(kind, id))
  const mayWrite = useMay(kind.writes)
  const Own = OWN[kind.path]
  const send = async (version: string | null, values: object) => {
    await update(kind, id, version, values)
    await refresh()
    notifications.show({ color: 'green', message: 'Saved.' })
  }
  return (
    <Asked query={found}>
      {({ row, version }) => (
        <Stack gap="xl">
          <Title order={3}>{(kind.title ?? titleOf)(row)}</Title>
          {mayWrite && kind.update ? (
            <RecordForm
              key={version}
              kind={kind}
              body={kind.update}
              initial={row}
              label="Save"
              send={(values) => send(version, values)}
            />
          ) : null}
          {Own && (
            <Suspense>
              <Own row={row} />
            </Suspense>
          )}
          <Details kind={kind} row={row} without={mayWrite ? kind.update : undefined} />
          <Actions kind={kind} row={row} chosen={deed} onChoose={onDeed} onEnded={onClose} />
        </Stack>
      )}
    </Asked>
  )
}
