import type { Tx } from '../../src/platform/database/database.ts'
import { codeLike } from './queries.ts'
import type { Campaign } from './schemas.ts'

/** A warning where another campaign has the same code in another case: a forecast may mean that one. */
export async function codeWarnings(
  tx: Tx,
  campaign: Pick<Campaign, 'id' | 'campaign_code'>,
): Promise<{ warnings?: string[] }> {
  const other = await codeLike(tx, campaign)
  return other
    ? {
        warnings: [
          `campaign_code ${campaign.campaign_code} differs from ${other.campaign_code} only by case.`,
        ],
      }
    : {}
}
