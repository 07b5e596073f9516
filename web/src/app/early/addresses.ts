import { summary } from '../../data/auth/summary-query.ts'
import { placedCards } from '../../data/cards/cards-query.ts'
import { activeGames } from '../../data/games/game.ts'
import { landingBlocks } from '../../data/landing/content-query.ts'
import { activeVideo } from '../../data/live/active-video-query.ts'
import { feedPage } from '../../data/newsfeed/post.ts'
import { standing } from '../../data/newsfeed/standing-query.ts'
import { noteRequest } from '../../lib/noted-request.ts'
import { ME } from './me.ts'

/**
 * Addresses of the first screens' requests, below `/rest/v1/` and not yet encoded, with {@link ME} for the member's ID.
 * In the page's head the build replaces this file with the finished texts (`web/build/early-start.ts`).
 */
export const ADDRESSES = {
  blocks: noteRequest(landingBlocks),
  homeCards: noteRequest((client) => placedCards(client, 'home')),
  feedCards: noteRequest((client) => placedCards(client, 'newsfeed')),
  standing: noteRequest((client) => standing(client, ME)),
  feed: noteRequest((client) => feedPage(client)),
  games: noteRequest((client) => activeGames(client, ME)),
  summary: noteRequest((client) => summary(client, ME)),
  video: noteRequest(activeVideo),
}
