import { useStore } from '../../../api/store.ts'
import { moment, plural } from '../../../logic/format.ts'
import { recordDiff } from '../../../logic/rules/record-diff.ts'
import type { RuleType } from '../../../logic/rules/rules-in-force.ts'
import { Button } from '../../../parts/button.tsx'
import { useMe } from '../../../parts/me.ts'
import { ReadPanel } from '../../../parts/read-panel.tsx'
import { hasCurve, historyPath, ownFields, type RuleRecord } from '../rule.ts'
import { RuleDiff } from './rule-diff.tsx'
import { fillStore } from './use-form.ts'
import { Curves } from './version-curves.tsx'

/** What each version has of its own, and says of nothing. */
const OWN = ['id', 'version', 'created_at', 'updated_at', 'updated_by']

/** All versions of a record, the newest first, each against the one before it. */
export function Versions({ type, record }: { type: RuleType; record: RuleRecord }) {
  const request = { path: { id: record.id }, query: { limit: 50 } }
  return (
    <ReadPanel title="Versions" path={historyPath(type)} request={request} keep>
      {({ data }) => {
        const versions = data as unknown as RuleRecord[]
        if (versions.length === 1)
          return <p class="faint">There is one version. Each save makes another, and all stay readable.</p>
        return (
          <div class="grid">
            <ol class={hasCurve(type) ? 'versions half' : 'versions'}>
              {versions.map((version, index) => (
                <Version
                  key={version.version}
                  type={type}
                  version={version}
                  before={versions[index + 1]}
                  isNewest={index === 0}
                />
              ))}
            </ol>
            {hasCurve(type) && <Curves versions={versions} />}
          </div>
        )
      }}
    </ReadPanel>
  )
}

interface VersionProps {
  type: RuleType
  version: RuleRecord
  before: RuleRecord | undefined
  isNewest: boolean
}

function Version({ type, version, before, isNewest }: VersionProps) {
  const { time_zone, may } = useMe()
  const fill = useStore(fillStore)
  const differences = before ? recordDiff(before, version, { except: OWN }) : []
  const who = version.updated_by === null ? 'default' : `user ${version.updated_by}`
  return (
    <li>
      <details open={isNewest}>
        <summary>
          <strong>{`Version ${version.version}`}</strong>
          <span class="faint small">
            {moment(version.updated_at, time_zone)}, {who}
            {before ? ` · ${plural(differences.length, 'field differs', 'fields differ')}` : ''}
          </span>
        </summary>
        {before ? (
          <RuleDiff
            type={type}
            before={before}
            after={version}
            except={OWN}
            heads={[`Version ${before.version}`, `Version ${version.version}`]}
            caption={`Against version ${before.version}`}
          />
        ) : (
          <p class="faint">The first version.</p>
        )}
        {fill && !isNewest && (may('config.write') || may('drafts.write')) && (
          <Button
            class="small"
            onClick={() => {
              fill(ownFields(version), version.version)
              document.querySelector('h1')?.scrollIntoView({ block: 'center' })
            }}
          >
            {`Put version ${version.version} into the form`}
          </Button>
        )}
      </details>
    </li>
  )
}
