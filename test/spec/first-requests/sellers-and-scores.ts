import { accountManagers } from './account-managers.ts'
import { appealReviews } from './appeal-reviews.ts'
import { appeals } from './appeals.ts'
import { campaigns } from './campaigns.ts'
import { exceptions } from './exceptions.ts'
import type { FirstRequest } from './first-request.ts'
import { monthly } from './monthly.ts'
import { reports } from './reports.ts'
import { scores } from './scores.ts'
import { sellersChange } from './sellers-change.ts'
import { sellersCreate } from './sellers-create.ts'
import { sellersRead } from './sellers-read.ts'
import { surcharges } from './surcharges.ts'

/** What people ask for who work with sellers and scores; reads first, as later areas add sellers. */
export const sellersAndScores: Record<string, FirstRequest[]> = {
  reports,
  scores,
  'a list of sellers': sellersRead,
  'an account manager': accountManagers,
  'a new seller': sellersCreate,
  'a change of a seller': sellersChange,
  'an exception': exceptions,
  'a campaign': campaigns,
  'a monthly score': monthly,
  'an appeal': appeals,
  'a review': appealReviews,
  'a surcharge': surcharges,
}
