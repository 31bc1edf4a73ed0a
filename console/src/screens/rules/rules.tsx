import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { DataTableColumn } from 'mantine-datatable'
import { useMay, useMe } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { monthOf, plural } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { Page } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { drafts, type Kind, ownFields, type Rule, rulesOf, since, useWords } from './data.ts'
import { KindNav } from './kind-nav.tsx'
import classes from './rules.module.css'

/** What counts, kind by kind: what is in force, and what comes next. */
export function Rules() {
  const { type } = useParams({ strict: false }) as { type?: string }
  const words = useWords()
  const open = useQuery(drafts).data?.data.filter(({ adopted_at }) => adopted_at === null).length
  return (
    <Page
      title="Rules"
      verdict={
        open === undefined
          ? 'What counts in a score, and how much.'
          : open
            ? `${plural(open, 'draft is', 'drafts are')} being prepared; nothing of it counts before it is adopted.`
            : 'No change is being prepared: what stands here is what counts.'
      }
      actions={
        <Button variant="default" component={Link} to="/rules/drafts">
          Drafts
        </Button>
      }
    >
      <Asked query={words.query} rows={8}>
        {({ data }) => {
          const kind = data.find((one) => one.type === type) ?? (type ? undefined : data[0])
          return kind ? (
            <div className={classes.rules}>
              <KindNav kinds={data} chosen={kind} />
              <RulesOf key={kind.type} kind={kind} />
            </div>
          ) : (
            <Text c="dimmed">There is no such kind of rule.</Text>
          )
        }}
      </Asked>
    </Page>
  )
}

/** What a rule says in a line: its numbers and words, without curve and colours. */
const isSaid = (name: string, value: unknown) =>
  typeof value === 'number' ? name !== 'rank' : /^(metric|counts_as|benefits)$/.test(name) && value !== null

function RulesOf({ kind }: { kind: Kind }) {
  const { currency, current_period, periods } = useMe()
  const words = useWords(currency)
  const list = useQuery(rulesOf(kind.type))
  const mayCreate = useMay('drafts.write')
  const navigate = useNavigate()
  const rows = list.data?.filter(({ effective_to }) => !effective_to || effective_to >= current_period) ?? []
  const present = rows.filter(
    ({ in_force, identity }) => in_force || !rows.some((one) => one.in_force && one.identity === identity),
  )
  const next = (rule: Rule) => {
    const later = rows.find((one) => one.identity === rule.identity && one.effective_from > current_period)
    if (later && later !== rule) return `Another from ${monthOf(later.effective_from)}`
    if (later) return `Begins in ${monthOf(later.effective_from)}`
    return rule.effective_to ? `Ends after ${monthOf(rule.effective_to)}` : 'Nothing planned'
  }
  const said = (rule: Rule) =>
    ownFields(kind)
      .filter(({ name }) => name !== kind.identity && isSaid(name, rule[name]))
      .map(({ name, label }) =>
        typeof rule[name] === 'number'
          ? `${label} ${words.say(name, rule[name], rule)}`
          : words.say(name, rule[name], rule),
      )
      .join(' · ')
  const columns: DataTableColumn<Rule>[] = [
    {
      accessor: 'identity',
      title: 'Rule',
      render: (rule) => (
        <>
          <Anchor
            component={Link}
            to="/rules/$type/$id"
            params={{ type: kind.type, id: String(rule.id) } as never}
            c="var(--strong)"
            fw={500}
            underline="hover"
          >
            {words.titleOf(rule.identity, rule.name)}
          </Anchor>
          <Text size="sm" c="dimmed">
            {said(rule)}
          </Text>
        </>
      ),
    },
    {
      accessor: 'effective_from',
      title: 'In force',
      width: 180,
      noWrap: true,
      visibleMediaQuery: '(width >= 48em)',
      render: (rule) => (rule.in_force ? since(rule.effective_from, periods) : 'Not yet'),
    },
    { accessor: 'next', title: 'Next', width: 190, render: next, visibleMediaQuery: '(width >= 48em)' },
  ]
  if (list.error) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  return (
    <Stack gap="sm">
      <div className={classes.about}>
        <Text c="dimmed" maw="60ch">
          {kind.about}.
        </Text>
        {mayCreate && (
          <Button
            variant="default"
            component={Link}
            to="/rules/$type/$id"
            params={{ type: kind.type, id: 'new' } as never}
          >
            New rule
          </Button>
        )}
      </div>
      <Grid
        records={present}
        columns={columns}
        fetching={list.isLoading}
        noRecordsText="No rule of this kind"
        onRowClick={({ record }) =>
          void navigate({
            to: '/rules/$type/$id',
            params: { type: kind.type, id: String(record.id) },
            search: {},
          })
        }
      />
    </Stack>
  )
}
