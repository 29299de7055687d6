/** What a crowd is named by. */
export const places: readonly string[] =
  `Alder Amber Arbor Aspen Aurora Baltic Basalt Beacon Birch Boreal Bridge Cedar Cobalt Coral Crest Cypress
Delta Dune Echo Elm Ember Fjord Flint Forge Garnet Glacier Granite Grove Halden Harrow Hazel Heron Indigo
Iris Jasper Juniper Kelvin Kepler Larch Laurel Linden Lumen Lyra Maple Marlow Meridian Mistral Nimbus
Nordic Oak Onyx Opal Orchard Osprey Pallas Pine Quarry Quill Raven Ridge Rowan Saffron Sierra Slate Solstice
Spruce Summit Tamar Thistle Tidal Umbra Vega Verdant Vesper Walnut Willow Wren Yarrow Zephyr`.split(
    /\s+/,
  );

export const companyNames: readonly string[] =
  `Bakery Books Brewing Cycles Dental Design Electrics Engineering Fabrics Farms Fashion Foods Freight
Furniture Gardens Glass Instruments Kitchens Lighting Logistics Machines Medical Motors Optics Outdoor Paper
Parts Pharma Plastics Press Pumps Robotics Seeds Shipping Sports Steel Supplies Systems Textiles Tools Toys
Trading Travel Valves Wholesale Works`.split(/\s+/);

export const firstNames: readonly string[] =
  `Ada Agnes Aisha Alan Alba Amir Anja Anton Aoife Arjun Astrid Bela Benno Bianca Bruno Carla Cem Clara Dario
Dina Edda Elif Elio Emil Enzo Eva Farah Felix Fiona Freya Gita Greta Hana Hugo Ida Ilse Imani Ines Isla Ivan
Jana Jonas Juno Kaia Karim Katja Kian Lara Leon Lina Luca Luis Maia Marek Maud Mira Nadia Nico Nils Noor Olga
Omar Oskar Paula Pavel Petra Priya Quinn Rafael Rania Rosa Ruben Sami Sanna Selma Silas Sofia Sven Tara Theo
Tilda Tomas Uma Vera Viktor Wanda Willem Yara Yusuf Zara Zoe`.split(/\s+/);

export const lastNames: readonly string[] =
  `Abel Adler Ahmed Almeida Andersen Baker Barros Becker Bergman Bianchi Blum Bosch Brandt Braun Cruz Dahl
Diaz Dubois Ekholm Engel Evans Falk Ferrari Fischer Flores Fontaine Frey Garcia Graf Haas Hagen Hansen Hart
Hoffmann Holm Ibsen Ivanov Jensen Jones Kaya Keller Khan Klein Koch Kovacs Kowalski Kraus Lang Larsen Lopez
Lund Maier Marino Martin Meyer Moreau Morel Moretti Nagy Neumann Nguyen Nielsen Novak Okafor Olsen Ortega
Patel Pereira Perez Peters Popov Ramos Reyes Ricci Rossi Roth Saito Santos Sato Schmidt Silva Singh Smit Sousa
Stein Svensson Tanaka Torres Vogel Wagner Walker Weber Weiss Wolf Wong Yilmaz Young Zimmer`.split(
    /\s+/,
  );
