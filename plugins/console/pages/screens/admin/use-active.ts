import { useQueryClient } from '@tanstack/preact-query'
import { asApiError } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

/** Deactivates a record or activates it, at once, with eight seconds of Undo. `changes`: the paths to read again. */
export function useActive(change: (id: number, is_active: boolean) => Promise<unknown>, changes: string[]) {
  const client = useQueryClient()
  async function set(id: number, isActive: boolean) {
    await change(id, isActive)
    refresh(client, changes)
  }
  return (id: number, name: string, isActive: boolean) =>
    set(id, isActive).then(
      () =>
        toast(isActive ? words.activated(name) : words.deactivated(name), {
          undo: () => set(id, !isActive),
        }),
      (error) => toast(asApiError(error).message, { failed: true }),
    )
}
