import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { refresh, useRead } from '../../api/queries.ts'
import { lookEvery } from '../../logic/correction-state.ts'
import { CHANGED_BY_RUN } from '../scores/use-run.ts'

const PATH = '/api/sos/monthly/corrections/{id}'

/** A correction as it goes on, whoever works on it; when it has ended, what it may have changed is asked for again. */
export function useCorrection(id: number) {
  const client = useQueryClient()
  const request = { path: { id } }
  const known = useRead(PATH, request)
  const read = useRead(PATH, request, { every: lookEvery(known.data?.status) })
  const status = read.data?.status
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) refresh(client, CHANGED_BY_RUN)
    before.current = status
  }, [status])
  return read
}
