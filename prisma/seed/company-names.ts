const FIRST = [
  'Alder', 'Amber', 'Brightwater', 'Cedar', 'Cobalt', 'Copper', 'Dune', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Hazel',
  'Indigo', 'Juniper', 'Kite', 'Lantern', 'Larkspur', 'Meadow', 'Northlight', 'Orchard', 'Pebble', 'Quarry', 'Raven',
  'Saffron', 'Thistle', 'Umber', 'Velvet', 'Willow', 'Yarrow',
] // biome-ignore format: a list of words reads as a paragraph
const SECOND = [
  'Outdoor', 'Home', 'Toys', 'Audio', 'Kitchen', 'Sports', 'Paper', 'Garden', 'Optics', 'Textiles', 'Tools', 'Cosmetics',
  'Bikes', 'Coffee', 'Lighting', 'Pets', 'Shoes',
] // biome-ignore format: a list of words reads as a paragraph
const LEGAL = ['GmbH', 'Ltd', 'B.V.', 'S.L.', 'AB', 'SARL']

/** A company's name and trade. No two of the first 493 are alike, because 29 and 17 have no common divisor. */
export function companyOf(number: number): { company_name: string; trade: string } {
  const second = SECOND[(number * 5) % SECOND.length] as string
  const first = FIRST[(number * 7) % FIRST.length]
  return {
    company_name: `${first} ${second} ${LEGAL[(number * 3) % LEGAL.length]}`,
    trade: second.toLowerCase(),
  }
}
