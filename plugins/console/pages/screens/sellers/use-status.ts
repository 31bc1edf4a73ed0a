import { useQueryClient } from '@tanstack/preact-query'
import { send } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import { toast } from '../../parts/toasts.tsx'
import { words } from './words.ts'

type Status = 'active' | 'suspended' | 'terminated'

/** Suspends a seller or takes it back, at once, with eight seconds of Undo. */
export function useStatus() {
  const client = useQueryClient()
  async function change(code: string, status: Status) {
    await send('PATCH', '/api/sellers/{id}', { path: { id: code }, body: { status } })
    refresh(client, ['/api/sellers', '/api/sos', '/api/dashboard'])
  }
  return (seller: { seller_code: string; status: Status }, status: Status) =>
    change(seller.seller_code, status).then(
      () =>
        toast(
          status === 'suspended' ? words.suspended_(seller.seller_code) : words.active_(seller.seller_code),
          {
            undo: () => change(seller.seller_code, seller.status),
          },
        ),
      (error) => toast(asApiError(error).message, { failed: true }),
    )
}
