import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { $api, refresh } from '../../api/client.ts'
import { monthOf, plural } from '../../ui/format.ts'
import { Trouble } from '../../ui/trouble.tsx'

interface CalculateProps {
  period: string
  onClose: () => void
}

/** Starts a scoring run and shows how far it is, to its end. */
export function CalculateDialog({ period, onClose }: CalculateProps) {
  const [runId, setRunId] = useState<number>()
  const start = $api.useMutation('post', '/api/sos/monthly/calculate', {
    onSuccess: ({ run_id }) => setRunId(run_id ?? undefined),
  })
  const run = $api.useQuery(
    'get',
    '/api/sos/runs/{id}',
    { params: { path: { id: runId ?? 0 } } },
    {
      enabled: runId !== undefined,
      refetchInterval: ({ state }) =>
        state.data?.status === 'completed' || state.data?.status === 'failed' ? false : 400,
    },
  ).data
  const ended = run?.status === 'completed' || run?.status === 'failed'
  function close() {
    if (ended) void refresh()
    onClose()
  }

  return (
    <Modal opened onClose={close} title={`Calculate ${monthOf(period)}`}>
      <Stack>
        {start.error && <Trouble error={start.error} />}
        {!start.data && (
          <Text>
            Every active seller is scored anew from the facts of now. Final scores and those that an appeal
            has revised stay as they are.
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
            <Text aria-live="polite">
              {run?.error ??
                (run
                  ? `${plural(run.sellers_scored ?? 0, 'seller')} of ${run.sellers_total ?? 0} scored, ${run.unrated ?? 0} unrated`
                  : 'Waiting for a worker…')}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          {ended ? (
            <Button onClick={close}>See the scores</Button>
          ) : (
            <>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button
                loading={start.isPending || start.isSuccess}
                onClick={() =>
                  start.mutate({ params: { header: { Prefer: 'respond-async' } }, body: { period } })
                }
              >
                Calculate
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
