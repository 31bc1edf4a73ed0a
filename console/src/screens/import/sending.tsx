import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMay } from '../../api/me.ts'
import { ButtonLink, MainButton } from '../../ui/dim.tsx'
import { count, plural, sentenceCase } from '../../ui/format.ts'
import { named } from '../../ui/names.ts'
import { Trouble } from '../../ui/page.tsx'
import type { Progress as Stage } from './trial.ts'

interface SendingProps {
  progress: Stage
  /** How many rows are not stored. */
  left: number
  onResume: () => void
  onKeep: () => void
  onRepair: () => void
  onDone: () => void
}

/** How far the rows are, then what became of them and what is left. */
export function Sending({ progress, left, onResume, onKeep, onRepair, onDone }: SendingProps) {
  const mayCalculate = useMay('scores.calculate')
  const mayCorrect = useMay('scores.write')
  const { total, answers, isLost, isDone, error } = progress
  const sum = (of: 'received' | 'created' | 'updated' | 'unchanged' | 'repeated' | 'late') =>
    answers.reduce((all, answer) => all + answer[of], 0)
  const [sent, repeated, late] = [sum('received'), sum('repeated'), sum('late')]
  return (
    <Stack gap="md" maw={720}>
      <Text fw={600} size="lg" c="var(--strong)" aria-live="polite">
        {isDone ? `${plural(sent, 'row')} sent` : `${count(sent)} of ${plural(total, 'row')} sent`}
      </Text>
      <Progress
        value={(100 * sent) / total}
        animated={!isDone && !error}
        aria-label="How many rows are sent"
      />
      {isLost && (
        <Alert role="status">
          The service cannot be reached. It goes on by itself where it stopped; no row is stored twice.
        </Alert>
      )}
      {error ? (
        <>
          <Trouble error={error} title={`It stopped behind row ${count(sent)}`} />
          <Group gap="xs">
            <MainButton onClick={onResume}>Go on</MainButton>
            <Button onClick={onRepair}>Back to the rows that are left</Button>
          </Group>
        </>
      ) : null}
      {isDone && (
        <>
          <Text>
            {count(sum('created'))} new, {count(sum('updated'))} changed, {count(sum('unchanged'))} unchanged
            {repeated > 0 && `, ${count(repeated)} written over by another row`}.
            {late > 0 &&
              ` ${plural(late, 'counts', 'count')} in a month that is final: stored, but only a correction changes its scores.`}
            {late < sent && ' Scores that are not final change at the next calculation.'}
          </Text>
          <Warnings of={[...new Set(answers.flatMap(({ warnings = [] }) => warnings))]} />
          <Group gap="xs">
            {left > 0 && (
              <>
                <MainButton onClick={onRepair}>Repair {plural(left, 'row')}</MainButton>
                <Button onClick={onKeep}>Keep them as CSV</Button>
              </>
            )}
            <Button variant={left ? 'default' : 'filled'} onClick={onDone}>
              Another file
            </Button>
            {late < sent && mayCalculate && (
              <ButtonLink to="/scores" search={{ act: 'calculate' }}>
                Calculate the scores…
              </ButtonLink>
            )}
            {late > 0 && mayCorrect && (
              <ButtonLink to="/records/$path" params={{ path: 'corrections' }} search={{ open: 'new' }}>
                Ask for a correction…
              </ButtonLink>
            )}
          </Group>
        </>
      )}
    </Stack>
  )
}

/** What the service says of rows that are good all the same. */
export const Warnings = ({ of }: { of: string[] }) =>
  of.length > 0 && (
    <Alert style={{ whiteSpace: 'pre-line' }}>
      {of.map((warning) => `${sentenceCase(named(warning)).replace(/\.$/, '')}.`).join('\n')}
    </Alert>
  )
