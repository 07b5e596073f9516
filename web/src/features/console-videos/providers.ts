/** The names of the sites that videos play from. */
export const PROVIDERS: Record<string, string | undefined> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
  facebook: 'Facebook',
}
