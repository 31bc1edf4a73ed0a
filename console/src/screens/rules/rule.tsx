import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { Asked } from '../../ui/asked.tsx'
import { Page, Waiting } from '../../ui/page.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { type Rule as AnyRule, type Kind, type RuleType, ruleOf, since, useWords } from './data.ts'
import { RemoveDialog } from './remove.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { Versions } from './versions.tsx'

/** One rule: what it says, what another one would do, and how it came about. */
export function Rule() {
  const { type, id } = useParams({ strict: false }) as { type: RuleType; id: string }
  const words = useWords()
  const kind = words.kindOf(type)
  if (words.query.error) return <Trouble error={words.query.error} />
  if (!words.kinds) return <Waiting rows={8} />
  if (!kind) return <Page title="There is no such rule">The list of rules has all of them.</Page>
  return id === 'new' ? <NewRule key={type} kind={kind} /> : <OneRule key={id} kind={kind} id={Number(id)} />
}

const Trail = ({ kind }: { kind: Kind }) => (
  <>
    <Link to="/rules">Rules</Link> /{' '}
    <Link to="/rules/$type" params={{ type: kind.type }}>
      {kind.label}
    </Link>
  </>
)

const NewRule = ({ kind }: { kind: Kind }) => (
  <Page title="New rule" trail={<Trail kind={kind} />} verdict={`${kind.about}.`}>
    <RuleEditor kind={kind} />
  </Page>
)

function OneRule({ kind, id }: { kind: Kind; id: number }) {
  const found = useQuery(ruleOf(kind.type, id))
  const { titleOf, metricOf } = useWords()
  const { periods } = useMe()
  const mayDraft = useMay('drafts.write')
  const [isRemoving, setRemoving] = useState(false)
  const rule = found.data?.rule
  const title = rule ? titleOf(rule.identity, rule.name) : kind.label
  const count = rule && metricOf(rule.metric ?? '')?.about
  return (
    <Page
      title={title}
      trail={<Trail kind={kind} />}
      verdict={rule && `${count ?? `${kind.about}.`} ${stateOf(rule)}`}
      actions={
        mayDraft &&
        rule?.is_active === true && (
          <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        )
      }
    >
      <Asked query={found} rows={8}>
        {({ rule, version }) => (
          <>
            <RuleEditor key={version} kind={kind} rule={rule} version={version} />
            <Versions kind={kind} id={id} />
            {isRemoving && (
              <RemoveDialog
                kind={kind}
                rule={rule}
                title={title}
                version={version}
                onClose={() => setRemoving(false)}
              />
            )}
          </>
        )}
      </Asked>
    </Page>
  )

  function stateOf({ is_active, in_force, effective_from }: AnyRule) {
    if (is_active === false) return 'Deleted: it counts in no month that is calculated now.'
    return in_force
      ? `In force: ${since(effective_from, periods).toLowerCase()}.`
      : 'Not in force this month.'
  }
}
