import { Type } from '@sinclair/typebox'
import { Nullable } from '../platform/schemas/schemas.ts'

/** What a run of any kind waits for, as the run itself shows it. */
export const WaitingFor = Nullable(
  Type.String({ examples: ['No worker has taken it yet: npm run worker starts one.'] }),
  {
    description:
      'What it waits for, in one sentence; null while it is worked on, and when it needs no worker',
  },
)
