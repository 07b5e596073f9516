import alarms from '../../assets/art/alarms.svg?url'
import chart from '../../assets/art/chart.svg?url'
import hero from '../../assets/art/hero.svg?url'
import lakeNight from '../../assets/art/lake-night.svg?url'
import type { LandingSection } from '../../data/landing/content-query.ts'

/** A picture that ships with the app and its description. */
export interface BuiltInPicture {
  src: string
  alt: string
}

/** The picture of each section that has none of its own. */
export const builtInArt: Record<LandingSection, BuiltInPicture> = {
  hero: { src: hero, alt: 'A float resting among ripples on a misty lake at dawn, with a bivvy on the far bank' },
  feature1: { src: lakeNight, alt: 'A lit bivvy on the bank at night' },
  feature2: { src: chart, alt: 'A lake seen from above with its depth contours' },
  feature3: { src: alarms, alt: 'Three bite alarms with lit indicators' },
}
