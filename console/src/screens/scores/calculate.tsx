import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { $api, api, refresh, type Schemas } from '../../api/client.ts'
import { isFinal, monthStats, scoredIn } from '../../api/me.ts'
import { DialogFrame, useDeed } from '../../ui/dialog.tsx'
import { MainButton } from '../../ui/dim.tsx'
import { monthOf, plural, points } from '../../ui/format.ts'
import { Trouble } from '../../ui/page.tsx'
import { stayingIn } from './data.ts'

type Stats = Schemas['DashboardStats']

/** Starts a scoring run, shows how far it is, and says at its end what has changed. */
export function CalculateDialog({ period, onClose }: { period: string; onClose: () => void }) {
  // Somebody else may make the month final while this is open.
  const now = useQuery({ ...monthStats(period), refetchInterval: 5_000 }).data
  const isClosed = now !== undefined && isFinal(now)
  const [before, setBefore] = useState<Stats>()
  const [runId, setRunId] = useState<number>()
  const start = useDeed(
    () =>
      api.POST('/api/sos/monthly/calculate', {
        params: { header: { Prefer: 'respond-async' } },
        body: { period },
      }),
    ({ data }) => setRunId(data?.run_id ?? undefined),
  )
  const run = $api.useQuery(
    'get',
    '/api/sos/runs/{id}',
    { params: { path: { id: runId ?? 0 } } },
    {
      enabled: runId !== undefined,
      refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 400),
    },
  ).data
  const ended = isOver(run?.status)
  const [isRenewed, setRenewed] = useState(false)
  useEffect(() => {
    if (ended) void refresh().then(() => setRenewed(true))
  }, [ended])

  return (
    <DialogFrame title={`Calculate ${monthOf(period)}`} onClose={onClose}>
      {(close) => (
        <Stack>
          {start.error && <Trouble error={start.error} />}
          {!start.data && (
            <Text>
              {isClosed
                ? `${monthOf(period)} is final: nothing can be calculated.`
                : 'Every active seller is scored again with the current facts. Final scores and those that an appeal has changed stay as they are.'}
            </Text>
          )}
          {start.data && (
            <>
              <Progress
                value={run ? (100 * run.batches_done) / Math.max(1, run.batches_total ?? 1) : 0}
                animated={!ended}
                color={run?.status === 'failed' ? 'red' : 'brand'}
                aria-label="Progress"
              />
              <Text aria-live="polite">{progressOf(run)}</Text>
              {run?.status === 'completed' && run.sellers_scored > 0 && isRenewed && before && now && (
                <Text>
                  {changesOf(before, now)} {stayingIn(now, run)}
                </Text>
              )}
            </>
          )}
          <Group justify="flex-end">
            {ended ? (
              <MainButton onClick={onClose}>Done</MainButton>
            ) : (
              <>
                <Button onClick={close} disabled={start.isPending}>
                  {start.data ? 'Close, it goes on' : 'Cancel'}
                </Button>
                <Button
                  variant="filled"
                  loading={start.isPending || start.isSuccess}
                  disabled={isClosed}
                  onClick={() => {
                    setBefore(now)
                    start.mutate()
                  }}
                >
                  Calculate
                </Button>
              </>
            )}
          </Group>
        </Stack>
      )}
    </DialogFrame>
  )
}

/** How far a run is, or what it has come to. */
function progressOf(run?: Schemas['ScoringRun']) {
  if (!run) return 'Waiting for a worker…'
  if (run.error) return run.error
  const { status, sellers_scored, sellers_final: final, unrated } = run
  if (isOver(status) && !sellers_scored)
    return `Nothing was calculated: ${final ? 'all scores are final' : 'no seller is active'}.`
  return `${plural(scoredIn(run), 'seller')} scored, ${unrated ?? 0} of them with too little data.`
}

const isOver = (status?: string) => status === 'completed' || status === 'failed'

/** What another run has made of the month: the average, and the tiers that have more or fewer sellers. */
function changesOf(before: Stats, after: Stats) {
  if (before.scored_sellers === 0) return 'These are the first scores of the month.'
  const countBefore = (name: string) =>
    before.tier_distribution.find(({ tier_name }) => tier_name === name)?.count ?? 0
  const moved = after.tier_distribution
    .filter(({ tier_name, count }) => count !== countBefore(tier_name))
    .map(({ tier_name, count }) => `${tier_name} ${count}, was ${countBefore(tier_name)}`)
  const isSame = before.avg_sos === after.avg_sos
  if (isSame && moved.length === 0) return 'Nothing has changed since the last calculation.'
  const average = isSame
    ? `The average stays at ${points(after.avg_sos)}.`
    : `The average is ${points(after.avg_sos)}, was ${points(before.avg_sos)}.`
  return `${average} ${moved.length ? `${moved.join('; ')}.` : 'Every tier has as many sellers as before.'}`
}
