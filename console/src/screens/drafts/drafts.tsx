import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { useDeed } from '../../ui/deed.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { monthOf, plural, textOf } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { NameLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Nothing } from '../../ui/trouble.tsx'
import { drafts } from '../rules/data.ts'
import { DraftName, lackOfName } from './draft-name.tsx'

/** The changes of the rules that are being prepared, and those that were adopted. */
export function Drafts() {
  const mayDraft = useMay('drafts.write')
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const open = (id: number) =>
    void navigate({ to: '/rules/drafts/$id', params: { id: String(id) }, search: {} })
  return (
    <Page
      title="Drafts"
      trail={<Link to="/rules">Rules</Link>}
      verdict="A draft changes no score. It is tried on past months, then adopted from a month on by somebody else than its author; only the board may sign its own."
      actions={
        mayDraft && (
          <Button leftSection={<PlusIcon size={16} />} onClick={() => setNew(true)}>
            New draft
          </Button>
        )
      }
    >
      <Asked query={useQuery(drafts)}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No draft yet">
              Change a rule and save it to a draft, or begin an empty one here.
            </Nothing>
          ) : (
            <Grid
              records={data}
              onRowClick={({ record }) => open(record.id)}
              columns={[
                {
                  accessor: 'name',
                  title: 'Draft',
                  render: ({ id, name, change_count, created_by_name }) => (
                    <>
                      <NameLink to="/rules/drafts/$id" params={{ id: String(id) }}>
                        {name}
                      </NameLink>
                      <Text size="sm" c="dimmed">
                        {plural(change_count, 'change')}
                        {created_by_name && `, begun by ${created_by_name}`}
                      </Text>
                    </>
                  ),
                },
                {
                  accessor: 'adopted_from',
                  title: 'State',
                  render: ({ adopted_from }) =>
                    adopted_from ? `Adopted from ${monthOf(adopted_from)}` : 'Not adopted',
                },
                {
                  accessor: 'updated_at',
                  title: 'Changed',
                  visibleMediaQuery: '(width >= 48em)',
                  render: ({ updated_at }) => textOf(updated_at),
                },
              ]}
            />
          )
        }
      </Asked>
      {isNew && <NewDraft onClose={() => setNew(false)} onMade={open} />}
    </Page>
  )
}

function NewDraft({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [name, setName] = useState('')
  const body = { name: name.trim(), changes: [] }
  const sent = useDeed(
    () => api.POST('/api/config/drafts', { body }),
    ({ data }) => data && onMade(data.id),
  )
  return (
    <Dialog
      title="New draft"
      label="Begin the draft"
      sent={sent}
      lacks={lackOfName(name)}
      onSubmit={sent.mutate}
      onClose={onClose}
    >
      <DraftName value={name} onChange={setName} />
      <Text size="sm" c="dimmed">
        It is empty. Then change a rule and save it to this draft.
      </Text>
    </Dialog>
  )
}
