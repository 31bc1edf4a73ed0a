import { Select, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { COMPONENTS } from '../../api/types.ts'
import { COMPONENT_NAMES, named, nameOf } from '../../ui/names.ts'
import { Page, Waiting } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type Rule, type RuleType, rulesOf, typeOf, useMeasure } from './data.ts'
import { RuleEditor } from './rule-editor.tsx'
import classes from './rules.module.css'

/** The metrics of the five components, and the curve of one of them. */
export function Rules() {
  const { type, id } = useParams({ strict: false }) as { type?: RuleType; id?: string }
  const lists = useQueries({ queries: COMPONENTS.map((component) => rulesOf(typeOf(component))) })
  const navigate = useNavigate()
  const failed = lists.find(({ error }) => error)
  if (failed)
    return (
      <Page title="Rules">
        <Trouble error={failed.error} />
      </Page>
    )
  if (lists.some(({ data }) => !data))
    return (
      <Page title="Rules">
        <Waiting rows={8} />
      </Page>
    )

  const groups = COMPONENTS.map((component, i) => ({
    component,
    type: typeOf(component),
    rules: (lists[i]?.data as { data: Rule[] } | undefined)?.data ?? [],
  }))
  const chosen = groups
    .flatMap((group) => group.rules.map((rule) => ({ ...group, rule })))
    .find((one) => (type ? one.type === type && one.rule.id === Number(id) : true))
  const go = (value: string | null) => {
    const [type = '', id = ''] = value?.split(' ') ?? []
    void navigate({ to: '/rules/$type/$id', params: { type, id }, search: {} })
  }

  return (
    <Page
      title={chosen ? nameOf(chosen.rule.metric) : 'Rules'}
      trail={chosen && `Rules / ${COMPONENT_NAMES[chosen.component]}`}
      verdict={chosen && <Formula metric={chosen.rule.metric} />}
    >
      <div className={classes.rules}>
        <Select
          className={classes.phone}
          aria-label="Metric"
          value={chosen && `${chosen.type} ${chosen.rule.id}`}
          onChange={go}
          data={groups.map(({ component, type, rules }) => ({
            group: COMPONENT_NAMES[component],
            items: rules.map(({ id, metric }) => ({ value: `${type} ${id}`, label: nameOf(metric) })),
          }))}
        />
        <nav className={classes.metrics} aria-label="Metrics">
          {groups.map(({ component, type, rules }) => (
            <div key={component}>
              <Text size="sm" c="dimmed" mb={2}>
                {COMPONENT_NAMES[component]}
              </Text>
              {rules.map(({ id, metric, weight }) => (
                <Link
                  key={id}
                  to="/rules/$type/$id"
                  params={{ type, id: String(id) }}
                  className={classes.metric}
                  aria-current={chosen?.rule.id === id ? 'page' : undefined}
                >
                  {nameOf(metric)} <span>{weight}</span>
                </Link>
              ))}
            </div>
          ))}
        </nav>
        {chosen ? (
          <RuleEditor key={chosen.rule.id} type={chosen.type} rule={chosen.rule} />
        ) : (
          <Text c="dimmed">There is no such rule.</Text>
        )}
      </div>
    </Page>
  )
}

const Formula = ({ metric }: { metric: string }) => named(useMeasure(metric)?.formula ?? ' ')
