import { api } from '../../api/client.ts'
import { saveAs } from '../../ui/save-as.ts'

/** The certificate of a final score as a page that prints, and that verifies itself without this service. */
export async function downloadCertificate(seller_code: string, period: string) {
  const { data } = await api.GET('/api/sos/sellers/{seller_code}/score/certificate', {
    params: { path: { seller_code }, query: { period } },
    headers: { Accept: 'text/html' },
    parseAs: 'blob',
  })
  saveAs(data as unknown as Blob, `certificate-${seller_code}-${period}.html`)
}
