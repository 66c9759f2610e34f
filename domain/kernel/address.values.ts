/** Shape of an address, without its validation. */
type Address = {
  readonly street: string
  readonly postalCode: string
  readonly city: string
  readonly country: string
}

/** Whether nothing of an address is known. */
export const isEmptyAddress = ({ street, postalCode, city, country }: Address): boolean =>
  street === '' && postalCode === '' && city === '' && country === ''

export const emptyAddress: Address = { street: '', postalCode: '', city: '', country: '' }

/** An account's own address, of which nothing but the usual country is known. */
export const homeAddress: Address = { ...emptyAddress, country: 'FR' }

/** An account's own address: without a country it is French. */
export const withCountry = (address: Address): Address =>
  address.country === '' ? { ...address, country: homeAddress.country } : address
