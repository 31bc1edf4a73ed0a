import { Box, NavLink, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { DataTableColumn } from 'mantine-datatable'
import { useMay, useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { ButtonLink, Dim, NameLink } from '../../ui/dim.tsx'
import { plural, sentenceCase } from '../../ui/format.ts'
import { Grid } from '../../ui/grid.tsx'
import { Asked, Page, Section } from '../../ui/page.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { drafts, type Kind, monthsOf, ownFields, type Rule, ruleAt, rulesOf, useWords } from './data.ts'
import classes from './rules.module.css'

/** What counts, kind by kind: what is in force, and what comes next. */
export function Rules() {
  const { type } = useParams({ strict: false }) as { type?: string }
  const { query } = useWords()
  const open = useQuery(drafts).data?.length
  return (
    <Page
      title="Rules"
      verdict={
        open === undefined
          ? 'What counts in a score, and how much.'
          : open
            ? `${plural(open, 'draft is', 'drafts are')} being prepared. No draft counts before it is adopted.`
            : 'There is no draft: these rules are in force.'
      }
      actions={
        open !== undefined && (
          <ButtonLink to="/records/$path" params={{ path: 'drafts' }}>
            Drafts
          </ButtonLink>
        )
      }
    >
      <Asked query={query} rows={8} isSubject>
        {({ data }) => {
          const shown = type ? data.filter((one) => one.type === type) : data
          if (shown.length === 0) throw new Refusal(404, 'There is no such kind of rule.')
          return (
            <div className={classes.rules}>
              <Kinds kinds={data} chosen={type ?? ALL} />
              <Stack gap="xl">
                {shown.map((kind, i) => (
                  <RulesOf key={kind.type} kind={kind} about={shown[i - 1]?.about !== kind.about} />
                ))}
              </Stack>
            </div>
          )
        }}
      </Asked>
    </Page>
  )
}

const ALL = ''

/** The kinds of rules: a column at a desk, one field on a phone. */
function Kinds({ kinds, chosen }: { kinds: Kind[]; chosen: string }) {
  const navigate = useNavigate()
  const choices = [{ type: ALL, label: 'All rules' }, ...kinds]
  const linkTo = (type: string) =>
    type ? ({ to: '/rules/$type', params: { type } } as const) : { to: '/rules' }
  return (
    <>
      <Select
        hiddenFrom="sm"
        label="Kind of rule"
        value={chosen}
        allowDeselect={false}
        data={choices.map(({ type, label }) => ({ value: type, label }))}
        onChange={(type) => void navigate({ ...linkTo(type ?? ALL), search: {} })}
      />
      <Stack component="nav" gap={1} visibleFrom="sm" aria-label="Kinds of rules">
        {choices.map(({ type, label }) => (
          <NavLink
            key={type}
            label={label}
            active={type === chosen}
            aria-current={type === chosen ? 'page' : undefined}
            c="var(--strong)"
            py={5}
            style={{ borderRadius: 8 }}
            renderRoot={(root) => <Link {...linkTo(type)} activeOptions={{ exact: true }} {...root} />}
          />
        ))}
      </Stack>
    </>
  )
}

/** With these numbers a field says nothing. */
const SILENT: Record<string, number> = { min_volume: 1, min_component_score: 0, amount: 0, per_point: 0 }

/** What a rule says in a line: its numbers, words and curve, without colours. */
const isSaid = (name: string, value: unknown) =>
  typeof value === 'number'
    ? name !== 'rank' && value !== SILENT[name]
    : /^(metric|counts_as|benefits|curve)$/.test(name) && value !== null

function RulesOf({ kind, about: isTold }: { kind: Kind; about: boolean }) {
  const { type, label, about } = kind
  const { current_period, periods } = useMe()
  const words = useWords()
  const mayCreate = useMay('drafts.write')
  const navigate = useNavigate()
  const said = (rule: Rule, rows: Rule[]) =>
    ownFields(kind)
      .filter(({ name }) => name !== kind.identity && isSaid(name, rule[name]))
      .map(({ name, label }) => {
        const value = words.say(name, rule[name], rule)
        if (name === 'curve') return `points: ${value}`
        return typeof rule[name] === 'number' ? `${label}: ${value}` : value
      })
      .concat(monthsOf(rule, rows, periods) || [])
      .join(' · ')
  const columnsOf = (rows: Rule[]): DataTableColumn<Rule>[] => [
    {
      accessor: 'identity',
      title: 'Rule',
      render: (rule) => (
        <div className={classes.rule}>
          <NameLink {...ruleAt(type, rule.id)}>{words.titleOf(rule.identity, rule.name)}</NameLink>
          <Dim>{sentenceCase(said(rule, rows))}</Dim>
          {Array.isArray(rule.curve) && (
            <Box visibleFrom="sm">
              <Sparkline
                points={rule.curve}
                scale={[0, 100]}
                label="The curve"
                height={24}
                isCourse={false}
              />
            </Box>
          )}
        </div>
      ),
    },
  ]
  return (
    <Section
      title={label}
      aside={
        mayCreate && (
          <ButtonLink {...ruleAt(type, 'new')} size="compact-sm" aria-label={`New rule of ${label}`}>
            New rule
          </ButtonLink>
        )
      }
    >
      {isTold && <Dim py="xs">{about}.</Dim>}
      <Asked query={useQuery(rulesOf(type))}>
        {(all) => {
          const rows = all.filter(({ effective_to }) => !effective_to || effective_to >= current_period)
          const inForce = new Set(rows.filter((one) => one.in_force).map(({ identity }) => identity))
          return (
            <Grid
              records={rows.filter((one) => one.in_force || !inForce.has(one.identity))}
              columns={columnsOf(rows)}
              noRecordsText="No rule of this kind"
              noHeader
              minHeight={40}
              onRowClick={({ record }) => void navigate({ ...ruleAt(type, record.id), search: {} })}
            />
          )
        }}
      </Asked>
    </Section>
  )
}
