/** The known words of a seller's open vocabularies, in their documented spelling; any other text is taken as well. */
export const CONTRACT_TYPES = ['standard', 'premium', 'enterprise', 'marketplace']
export const OMS_SYSTEM_TYPES = ['shopify', 'woocommerce', 'magento', 'custom']
