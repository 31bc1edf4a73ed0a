/** Thrown where a connection would be made to an address that is not allowed; the message is the sentence why. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}
