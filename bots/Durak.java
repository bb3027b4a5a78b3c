// A starter bot for Durak: plays its cheapest legal card and throws in no trumps. The protocol is in docs/protocol.md. Java 17.
//   javac -d java bots/Durak.java && croupier check-bot durak --folder java -- java -Xmx32m -XX:+UseSerialGC Durak
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

public class Durak {
    static char trump;                                  // the trump suit
    static TreeSet<String> hand = new TreeSet<>();      // my cards
    static List<String> table = new ArrayList<>();      // the cards of this round
    static String attack = "";                          // the open card: the last one attacked with or thrown in
    static boolean iTake = false;                       // did I give up in this round? Then I take its cards

    static int value(String card) {
        return "6789TJQKA".indexOf(card.charAt(0));
    }

    static int price(String card) {
        return value(card) + (card.charAt(1) == trump ? 100 : 0);
    }

    static boolean beats(String card, String other) {
        if (card.charAt(1) == other.charAt(1)) return value(card) > value(other);
        return card.charAt(1) == trump;
    }

    static boolean fits(String card) {
        for (String other : table) {
            if (other.charAt(0) == card.charAt(0)) return card.charAt(1) != trump; // I keep my trumps
        }
        return false;
    }

    static void answer(Predicate<String> may) {
        String best = "NO";
        for (String card : hand) {
            if (may.test(card) && (best.equals("NO") || price(card) < price(best))) best = card;
        }
        System.out.println(best);
        System.out.flush(); // the referee waits for the answer
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) { // one line at a time, until the input ends: then the match is over
            String[] words = line.split(" ");
            switch (words[0]) {
                case "trump" -> trump = words[1].charAt(0);
                case "give" -> {
                    if (words[1].equals("1")) hand.add(words[2]); // I am always player 1
                }
                case "move", "add" -> {
                    if (words[0].equals("move")) { // a new round; the last one is over
                        if (iTake) hand.addAll(table); // taken cards join my hand here; no line lists them
                        table.clear();
                        iTake = false;
                    }
                    attack = words[3];
                    table.add(attack);
                    hand.remove(attack);
                }
                case "beat" -> {
                    table.add(words[2]);
                    hand.remove(words[2]);
                }
                case "take" -> iTake = words[1].equals("1");
                case "MOVE" -> answer(card -> true);
                case "BEAT" -> answer(card -> beats(card, attack));
                case "ADD" -> answer(card -> fits(card));
                default -> { }
            }
        }
    }
}
