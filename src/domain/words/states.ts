import type { Role } from '../../platform/access/roles.ts'
import type { Direction } from '../../scoring/trend.ts'
import type { AppealStatus } from '../appeals/appeal-record.ts'
import type { CampaignStatus } from '../campaign-statuses.ts'
import type { SurchargeStatus } from '../events/surcharge-record.ts'
import type { CheckKind } from '../quality/finding.ts'
import type { SCORE_STATUSES } from '../scores/score-record.ts'
import type { SellerStatus } from '../seller-statuses.ts'
import type { Words } from './word.ts'

export const SCORE_STATUS_WORDS: Words<(typeof SCORE_STATUSES)[number]> = {
  draft: { label: 'Draft', sentence: 'Calculated, and changes when it is calculated again.' },
  under_review: { label: 'Reviewed', sentence: 'Somebody has looked at it, or an appeal is open.' },
  final: { label: 'Final', sentence: 'It stays. Only an appeal or a correction can revise it.' },
}

export const SELLER_STATUS_WORDS: Words<SellerStatus> = {
  active: { label: 'Active', sentence: 'Its orders are shipped, and its months are scored.' },
  suspended: { label: 'Suspended', sentence: 'Its orders are not shipped until it is active again.' },
  terminated: { label: 'Terminated', sentence: 'It has left, and its orders are not shipped.' },
}

export const CAMPAIGN_STATUS_WORDS: Words<CampaignStatus> = {
  upcoming: { label: 'Upcoming', sentence: 'It has not begun.' },
  active: { label: 'Active', sentence: 'It runs.' },
  completed: { label: 'Completed', sentence: 'It is over.' },
  cancelled: { label: 'Cancelled', sentence: 'It does not take place.' },
}

export const APPEAL_STATUS_WORDS: Words<AppealStatus> = {
  pending: { label: 'Waits for a recommendation', sentence: 'Operations recommends first.' },
  under_review: { label: 'Waits for the decision', sentence: 'It waits for the decision.' },
  approved: { label: 'Approved', sentence: 'It was decided as the appeal asked.' },
  partially_approved: { label: 'Partly approved', sentence: 'It was decided in part as the appeal asked.' },
  rejected: { label: 'Rejected', sentence: 'The score stays as it is.' },
  expired: { label: 'Expired', sentence: 'It was withdrawn, or nobody decided it in 30 days.' },
}

export const SURCHARGE_STATUS_WORDS: Words<SurchargeStatus> = {
  pending: { label: 'Pending', sentence: 'It counts already, and waits to be applied or waived.' },
  applied: { label: 'Applied', sentence: 'It is charged.' },
  waived: { label: 'Waived', sentence: 'It is not charged.' },
}

export const DIRECTION_WORDS: Words<Direction> = {
  up: { label: 'Up', sentence: 'The total is higher than the previous one.' },
  down: { label: 'Down', sentence: 'The total is lower than the previous one.' },
  flat: { label: 'Unchanged', sentence: 'The total is that of the previous score.' },
  new: { label: 'New', sentence: 'There is no earlier rated score.' },
  unrated: { label: 'Unrated', sentence: 'There is too little data to compare.' },
}

export const CHECK_WORDS: Words<CheckKind> = {
  feed_missing: { label: 'Feed missing', sentence: 'A feed that is usual has no facts of the month.' },
  volume_drop: { label: 'Fewer facts', sentence: 'A feed has far fewer facts than is usual.' },
  missing_day: { label: 'Days missing', sentence: 'A feed has no facts on days that usually have some.' },
  stale_feed: { label: 'Feed silent', sentence: 'A feed has not been pushed for long.' },
  rejections: {
    label: 'Records rejected',
    sentence: 'Many records of a feed were rejected and not sent again.',
  },
  control_total: { label: 'Totals differ', sentence: 'A declared total is not what is stored.' },
  month_not_over: { label: 'Month not over', sentence: 'Days of the month are still to come.' },
  silent_sellers: { label: 'Sellers silent', sentence: 'Active sellers that usually have orders have none.' },
  recalculate: {
    label: 'Calculate again',
    sentence: 'Facts or rules have changed since the last calculation.',
  },
  distribution: {
    label: 'Values shifted',
    sentence: 'A metric is spread otherwise than in the month before.',
  },
}

export const ROLE_WORDS: Words<Role> = {
  bod: { label: 'Board', sentence: 'Sees and may do everything.' },
  admin: { label: 'Administrator', sentence: 'Manages accounts, keys and rules.' },
  ops_head: { label: 'Head of operations', sentence: 'Calculates, reviews and recommends on appeals.' },
  am_head: { label: 'Head of account management', sentence: 'Makes scores final and decides appeals.' },
  am: { label: 'Account manager', sentence: 'Looks after some of the sellers and sends their appeals.' },
  warehouse: { label: 'Warehouse', sentence: 'Sees whether orders of a seller may be shipped.' },
  finance: { label: 'Finance', sentence: 'Applies and waives surcharges.' },
  system: { label: 'System', sentence: 'Pushes facts.' },
  integration: { label: 'Integration', sentence: 'Pushes facts, calculates, and reads scores and events.' },
  viewer: { label: 'Viewer', sentence: 'Reads everything.' },
  seller: { label: 'Seller', sentence: 'Sees its score, and what to do next.' },
}
