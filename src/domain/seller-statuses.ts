export const SELLER_STATUSES = ['active', 'suspended', 'terminated'] as const
export type SellerStatus = (typeof SELLER_STATUSES)[number]
