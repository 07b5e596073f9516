const HOUR = 3_600_000

/** A pick-a-swim draft that is open from an hour ago until in an hour; `fields` override its values. */
export function game(fields: object): Record<string, unknown> {
  return {
    type: 'pick_swim',
    title: 'Where would you fish Withy Lake?',
    image_url: 'https://lakes.example/withy.jpg',
    start_date: new Date(Date.now() - HOUR).toISOString(),
    end_date: new Date(Date.now() + HOUR).toISOString(),
    metadata: 'type' in fields && fields.type === 'carp_of_week' ? {} : { winning_square: 47 },
    ...fields,
  }
}
