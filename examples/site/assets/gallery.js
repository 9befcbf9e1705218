/** One picture for each half hour of a day. */
export function fillGallery(place) {
  for (let half = 0; half < 48; ++half) {
    const hour = String(Math.floor(half / 2)).padStart(2, '0');
    const minute = half % 2 ? '30' : '00';
    const image = new Image(320, 200);
    image.src = `/assets/frames/${hour}-${minute}.svg`;
    image.alt = `The coast at ${hour}:${minute}`;
    image.title = `${hour}:${minute}`;
    place.append(image);
  }
}
