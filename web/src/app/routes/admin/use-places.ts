import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { adminPlaces, type ConsolePlaces, moderatorPlaces } from './console-sections.ts'

/** What the console offers to the viewer. */
export function usePlaces(): ConsolePlaces {
  return useIsModerator() ? moderatorPlaces : adminPlaces
}
