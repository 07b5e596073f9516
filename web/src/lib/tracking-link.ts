/** Carriers whose tracking page has an address with the parcel's number. The console offers their names. */
const PAGES: Record<string, (number: string) => string> = {
  DHL: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}`,
  Evri: (number) => `https://www.evri.com/track/parcel/${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  Parcelforce: (number) => `https://www.parcelforce.com/track-trace?trackNumber=${number}`,
  'Royal Mail': (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
}

export const KNOWN_CARRIERS: readonly string[] = Object.keys(PAGES)

/**
 * The tracking page of a parcel; undefined for an unknown carrier or an impossible number. The address is built from
 * known parts: typed text never becomes a host.
 */
export function trackingLink(carrier: string | null, number: string | null): string | undefined {
  const name = KNOWN_CARRIERS.find((known) => known.toLowerCase() === carrier?.trim().toLowerCase())
  const plain = number?.replace(/[\s-]/g, '') ?? ''
  return name !== undefined && /^[A-Za-z0-9]{6,40}$/.test(plain) ? PAGES[name]?.(plain) : undefined
}
