import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay, useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { oneOf } from '../../records/calls.ts'
import { monthOf, sentenceCase, textOf } from '../../ui/format.ts'
import { Asked, Lines, Page, Section } from '../../ui/page.tsx'
import {
  type Rule as AnyRule,
  type Fields,
  type Kind,
  monthsOf,
  nextOf,
  oneAt,
  type RuleType,
  ruleAt,
  rulesOf,
  since,
  useWords,
  versionsOf,
} from './data.ts'
import { Differences } from './differences.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { DraftDialog } from './save.tsx'

/** One rule: what it says, what another one would do, and how it came about. */
export function Rule() {
  const { type, id } = useParams({ strict: false }) as { type: RuleType; id: string }
  const { query, kindOf } = useWords()
  return (
    <Asked query={query} rows={8} isSubject>
      {() => {
        const kind = kindOf(type)
        if (!kind) throw new Refusal(404, 'There is no such kind of rule.')
        if (id !== 'new') return <OneRule key={id} kind={kind} id={Number(id)} />
        return (
          <Page title="New rule" trail={<Trail kind={kind} />} verdict={`${kind.about}.`}>
            <RuleEditor key={type} kind={kind} />
          </Page>
        )
      }}
    </Asked>
  )
}

const Trail = ({ kind: { type, label } }: { kind: Kind }) => (
  <>
    <Link to="/rules">Rules</Link> /{' '}
    <Link to="/rules/$type" params={{ type }}>
      {label}
    </Link>
  </>
)

function OneRule({ kind, id }: { kind: Kind; id: number }) {
  const found = useQuery(oneOf<AnyRule>({ single: oneAt(kind.type) }, String(id)))
  const { titleOf, metricOf } = useWords()
  const { periods } = useMe()
  const mayDraft = useMay('drafts.write')
  const [isRemoving, setRemoving] = useState(false)
  const rule = found.data?.row
  const title = rule ? titleOf(rule.identity, rule.name) : kind.label
  const about = metricOf(rule?.metric)?.about ?? `${kind.about}.`
  const all = useQuery(rulesOf(kind.type)).data?.filter(({ identity }) => identity === rule?.identity) ?? []
  const next = rule && nextOf(rule, all)
  const state =
    rule?.is_active === false
      ? 'Deleted: it counts in no month that is calculated now.'
      : rule && (monthsOf(rule, all, periods) || 'It counts in all months.')
  return (
    <Page title={title} trail={<Trail kind={kind} />} verdict={rule && `${about} ${state}`}>
      <Asked query={found} rows={8} isSubject>
        {({ row: rule, version }) => (
          <>
            {next && (
              <Alert title={`Another version counts from ${monthOf(next.effective_from)} on`}>
                It will replace what you change here.{' '}
                <Link {...ruleAt(kind.type, next.id)}>Edit that version</Link>
              </Alert>
            )}
            <RuleEditor key={rule.id} kind={kind} rule={rule} version={version} />
            {all.length > 1 && (
              <Section title="When it counts">
                <Lines>
                  {all.map((one) => (
                    <li key={one.id}>
                      <Link {...ruleAt(kind.type, one.id)}>
                        {sentenceCase(since(one.effective_from, periods))}
                        {one.effective_to && `, until ${monthOf(one.effective_to)}`}
                      </Link>
                      {one.id === id && ' (shown here)'}
                    </li>
                  ))}
                </Lines>
              </Section>
            )}
            <Versions
              kind={kind}
              id={id}
              before={all.findLast((one) => one.effective_from < rule.effective_from)}
            />
            {mayDraft && rule.is_active === true && (
              <Button color="red" w="fit-content" onClick={() => setRemoving(true)}>
                Remove the rule…
              </Button>
            )}
            {isRemoving && (
              <DraftDialog
                change={{ type: kind.type, op: 'remove', identity: rule.identity }}
                onClose={() => setRemoving(false)}
              />
            )}
          </>
        )}
      </Asked>
    </Page>
  )
}

/** The versions of a rule, each with how it came about and what it changed; the newest is open. */
const Versions = ({ kind, id, before }: { kind: Kind; id: number; before?: Fields }) => (
  <Section title="Changes of this version">
    <Asked query={useQuery(versionsOf(kind.type, id))} rows={2}>
      {(versions) => (
        <Lines>
          {versions.map((one, i) => {
            const was = versions[i + 1] ?? before
            return (
              <li key={one.version}>
                <details open={i === 0}>
                  <summary>
                    {textOf(one.updated_at)}
                    {one.updated_by_name && ` by ${one.updated_by_name}`}
                  </summary>
                  <Text size="sm">
                    {one.draft_id ? (
                      <>
                        Adopted from the draft{' '}
                        <Link to="/rules/drafts/$id" params={{ id: String(one.draft_id) }}>
                          {one.draft_name}
                        </Link>
                      </>
                    ) : (
                      one.updated_by === null && 'Default rule'
                    )}
                  </Text>
                  {was && <Differences fields={kind.fields} before={was} after={one} />}
                </details>
              </li>
            )
          })}
        </Lines>
      )}
    </Asked>
  </Section>
)
