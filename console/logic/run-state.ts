/** A scoring run, as far as the pages look at its state. */
interface RunState {
  id: number
  status: 'queued' | 'running' | 'completed' | 'failed'
}

/** Whether nothing comes any more. */
export const hasEnded = ({ status }: Pick<RunState, 'status'>) =>
  status === 'completed' || status === 'failed'

/** The state to show: what the stream told of the newest run, which is never older than what the list said. */
export const latestOf = <Run extends RunState>(listed: Run | undefined, live: Run | null): Run | undefined =>
  live && (!listed || live.id >= listed.id) && !(listed && listed.id === live.id && hasEnded(listed))
    ? live
    : listed
