/** The states of a campaign, in their order. */
export const CAMPAIGN_STATUSES = ['upcoming', 'active', 'completed', 'cancelled'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]
